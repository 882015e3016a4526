const UNITS = [
  ["h", 3600],
  ["m", 60],
  ["s", 1],
];

/** Seconds as people say them, to the nearest second: 3661 becomes "1h 1m 1s", 0 becomes "0s". */
export function formatDuration(seconds) {
  const parts = [];
  let rest = seconds;
  for (const [name, size] of UNITS) {
    const isLast = size === 1;
    const count = isLast ? Math.round(rest) : Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count}${name}`);
  }
  return parts.length > 0 ? parts.join(" ") : "0s";
}

/** The other way round: "1h 1m 1s" becomes 3661. Throws a RangeError on anything else. */
export function parseDuration(text) {
  let total = 0;
  for (const part of text.trim().split(/\s+/)) {
    const match = /^(\d+)([hms])$/.exec(part);
    if (match === null) throw new RangeError(`not a duration: ${text}`);
    const [, size] = UNITS.find(([name]) => name === match[2]);
    total += Number(match[1]) * size;
  }
  return total;
}
