#!/usr/bin/env bash
# Packs the programs that build.sh has built, with the files that all archives share, into an archive in dist:
#
#     packaging/archive.sh NAME TARGET COMMON        such as linux-x86-64 x86_64-unknown-linux-musl common
set -euo pipefail
cd "$(dirname "$0")/.."
name=$1
target=$2
common=$3

version=$(cargo pkgid --package nunatak | sed 's/.*[#@]//')
folder=nunatak-$version-$name
system=${name%%-*}
suffix=
[ "$system" != windows ] || suffix=.exe
rm -rf "$folder"
mkdir -p "$folder" dist
for program in nunatak nunatak-tools; do
    cp "target/$target/release/$program$suffix" "$folder"
    chmod +x "$folder/$program$suffix"
done
cp README.md CHANGELOG.md LICENSE "$folder"
# README.md and these link to each other, and to sources in the repository.
cp -R docs CONTRIBUTING.md "$folder"
cp "packaging/$system.txt" "$folder/START.txt"
cp -R "$common"/. "$folder"
if [ "$system" = windows ]; then
    rm -r "$folder/man"
    rm -f "dist/$folder.zip"
    if command -v 7z >/dev/null; then 7z a "dist/$folder.zip" "$folder"; else zip -qr "dist/$folder.zip" "$folder"; fi
else
    tar -czf "dist/$folder.tar.gz" "$folder"
fi
rm -r "$folder"
