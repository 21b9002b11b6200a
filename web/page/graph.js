// The evaluation over a game.

/**
 * Draws White's share of the point in each position that has a score.
 *
 * @param {SVGElement} svg It is 100 wide and 40 high.
 */
export function drawGraph(svg, scores, plies, ply) {
  const x = (index) => (plies > 0 ? (100 * index) / plies : 0).toFixed(2);
  const y = ({ share }) => (40 * (1 - share)).toFixed(2);
  const known = scores.map((score, index) => [score, index]).filter(([score]) => score);
  const points = known.map(([score, index]) => `${x(index)},${y(score)}`);
  const [first, last] = [known[0], known.at(-1)].map((entry) => x(entry?.[1] ?? 0));
  svg.innerHTML = `<polygon points="${first},40 ${points.join(" ")} ${last},40"/>
    <line x1="0" y1="20" x2="100" y2="20"/>
    <line class="now" x1="${x(ply)}" y1="0" x2="${x(ply)}" y2="40"/>`;
}

/** Returns the number of moves at a place that was clicked. */
export function plyAt(svg, event, plies) {
  const { left, width } = svg.getBoundingClientRect();
  return Math.round((plies * (event.clientX - left)) / width);
}
