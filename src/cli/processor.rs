//! Whether the processor has the instructions that the program is compiled for.

/// Runs before `main`, whose first steps in the standard library may use the missing instructions
/// already.
#[allow(unsafe_code)]
#[used]
// SAFETY: the sections are those of functions without arguments that run before `main`.
#[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
#[cfg_attr(target_os = "windows", unsafe(link_section = ".CRT$XCU"))]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
static CHECK: extern "C" fn() = check_processor;

/// Ends the program with a message if the processor lacks instructions that this build uses.
///
/// The standard library's detection answers without asking the processor for instructions that the
/// build may use anyway, so this asks itself.
#[allow(unsafe_code)]
extern "C" fn check_processor() {
    use std::io::Write;

    // SAFETY: the function of the C library that ends the process at once.
    unsafe extern "C" {
        safe fn _exit(status: i32) -> !;
    }

    if let Some(message) = missing_instructions() {
        // Formatting and an orderly end may use the missing instructions.
        let _ = std::io::stderr().write_all(message.as_bytes());
        _exit(1);
    }
}

/// Returns the message about instructions of the build that the processor lacks.
#[allow(unsafe_code)]
fn missing_instructions() -> Option<&'static str> {
    use std::arch::x86_64::__cpuid_count;

    // Safe since Rust 1.94.
    #[allow(unused_unsafe)]
    // SAFETY: every 64-bit processor has this instruction.
    let (basic, extended, amd) = unsafe {
        let last = __cpuid_count(0, 0).eax;
        // Beyond the last, some processors answer with another one.
        let extended = (last >= 7).then(|| __cpuid_count(7, 0));
        (__cpuid_count(1, 0), extended, __cpuid_count(0x8000_0001, 0))
    };
    let (extended_ebx, extended_ecx) = extended.map_or((0, 0), |bits| (bits.ebx, bits.ecx));
    macro_rules! check {
        ($($name:literal: $register:expr, $bit:literal;)*) => {
            $(if cfg!(target_feature = $name) && $register & (1 << $bit) == 0 {
                return Some(concat!(
                    "error: this build of Nunatak is for processors with ", $name,
                    ", which this one lacks; use a release if it has SSE4.2, or build it here\n"
                ));
            })*
        };
    }
    // Those of x86-64-v2, v3 and v4, then what else the loops over bits and vectors may use.
    check! {
        "sse3": basic.ecx, 0;
        "ssse3": basic.ecx, 9;
        "cmpxchg16b": basic.ecx, 13;
        "sse4.1": basic.ecx, 19;
        "sse4.2": basic.ecx, 20;
        "popcnt": basic.ecx, 23;
        "fma": basic.ecx, 12;
        "movbe": basic.ecx, 22;
        "avx": basic.ecx, 28;
        // The operating system saves the wide registers.
        "avx": basic.ecx, 27;
        "f16c": basic.ecx, 29;
        "lzcnt": amd.ecx, 5;
        "bmi1": extended_ebx, 3;
        "avx2": extended_ebx, 5;
        "bmi2": extended_ebx, 8;
        "avx512f": extended_ebx, 16;
        "avx512dq": extended_ebx, 17;
        "avx512cd": extended_ebx, 28;
        "avx512bw": extended_ebx, 30;
        "avx512vl": extended_ebx, 31;
        "avx512ifma": extended_ebx, 21;
        "avx512vbmi": extended_ecx, 1;
        "avx512vbmi2": extended_ecx, 6;
        "gfni": extended_ecx, 8;
        "avx512vnni": extended_ecx, 11;
        "avx512bitalg": extended_ecx, 12;
        "avx512vpopcntdq": extended_ecx, 14;
    }
    None
}
