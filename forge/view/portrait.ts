import { createHash } from "node:crypto";
import type { User } from "../state.ts";

/** A mirrored pattern of five by five, the same for the same name. */
export function portraitSvg(user: User): string {
  const bytes = createHash("sha256").update(user.login).digest();
  const hue = Math.round(((bytes[0] ?? 0) / 255) * 360);
  const cells: string[] = [];
  for (let y = 0; y < 5; y += 1) {
    for (let x = 0; x < 3; x += 1) {
      if (((bytes[1 + y * 3 + x] ?? 0) & 1) === 0) continue;
      cells.push(square(x, y));
      if (x < 2) cells.push(square(4 - x, y));
    }
  }
  const colour = `hsl(${hue} 50% 52%)`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 70 70"><rect width="70" height="70" fill="#f0f0f0"/><g fill="${colour}">${cells.join("")}</g></svg>`;
}

function square(x: number, y: number): string {
  return `<rect x="${10 + x * 10}" y="${10 + y * 10}" width="10" height="10"/>`;
}
