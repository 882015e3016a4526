// Drawn, since a machine may have no font with emoji. By reaction name, or by the character.
const SHAPES: Record<string, string> = {
  eyes: '<g fill="#fff" stroke="#57606a"><ellipse cx="5" cy="8" rx="3" ry="4.6"/><ellipse cx="11.4" cy="8" rx="3" ry="4.6"/></g><g fill="#24292f"><circle cx="5.6" cy="9" r="1.7"/><circle cx="12" cy="9" r="1.7"/></g>',
  rocket:
    '<path d="M9.4 1.4c2.6-.5 4.6-.3 5.2.2.4.7.5 2.7 0 5.2L9 12.6 3.4 7z" fill="#c9d1d9" stroke="#57606a"/><circle cx="10.4" cy="5.6" r="1.5" fill="#54aeff"/><path d="M3.4 7L1.2 9.2l2.4.4M9 12.6l-2.2 2.2-.4-2.4" fill="#cf222e"/><path d="M4.4 11.6L2 14" stroke="#fb8f44" stroke-width="2"/>',
  heart:
    '<path d="M8 14S1.6 10 1.6 5.6A3.4 3.4 0 0 1 8 4a3.4 3.4 0 0 1 6.4 1.6C14.4 10 8 14 8 14z" fill="#cf222e"/>',
  confused:
    '<circle cx="8" cy="8" r="7" fill="#f2cc60"/><circle cx="5.6" cy="6.6" r="1" fill="#57606a"/><circle cx="10.4" cy="6.6" r="1" fill="#57606a"/><path d="M5.4 11.6c1.6-1.4 3.4-1.6 5.2-1.2" stroke="#57606a" fill="none"/>',
  laugh:
    '<circle cx="8" cy="8" r="7" fill="#f2cc60"/><path d="M4 8.6h8a4 4 0 0 1-8 0z" fill="#57606a"/><path d="M4.6 6l1.6-.8M11.4 6l-1.6-.8" stroke="#57606a"/>',
  hooray:
    '<path d="M2 14L6 4.6 11.4 10z" fill="#f2cc60" stroke="#9a6700"/><path d="M9 4.4l1.4-2.4M12 7l2.6-1M11 4.8l2.4-2.6" stroke="#8250df"/>',
  "+1": '<path d="M2 7.2h2.6V14H2zM5.8 7.4L8.4 1.8c1.6 0 2 1 1.6 2.4L9.6 6H13c1 0 1.4.8 1.2 1.6l-1.2 5c-.2.8-.8 1.2-1.6 1.2H5.8z" fill="#f2cc60" stroke="#9a6700"/>',
  "-1": '<path d="M2 8.8h2.6V2H2zM5.8 8.6l2.6 5.6c1.6 0 2-1 1.6-2.4L9.6 10H13c1 0 1.4-.8 1.2-1.6l-1.2-5c-.2-.8-.8-1.2-1.6-1.2H5.8z" fill="#f2cc60" stroke="#9a6700"/>',
  "✅": '<rect x="1.6" y="1.6" width="12.8" height="12.8" rx="2.4" fill="#1a7f37"/><path d="M4.6 8.4l2.4 2.4 4.4-5.2" stroke="#fff" stroke-width="1.8" fill="none"/>',
  "❌": '<path d="M3.4 3.4l9.2 9.2M12.6 3.4l-9.2 9.2" stroke="#cf222e" stroke-width="2.6" fill="none"/>',
  "⚠": '<path d="M8 1.8l6.8 12.4H1.2z" fill="#f2cc60" stroke="#9a6700"/><path d="M8 6.2v3.6M8 12v.2" stroke="#57606a" stroke-width="1.6"/>',
  "⏭": '<rect x="1.2" y="1.2" width="13.6" height="13.6" rx="2.4" fill="#8c959f"/><path d="M4 5l4 3-4 3zM8 5l4 3-4 3z" fill="#fff"/>',
  "⏳": '<path d="M4 1.6h8v2.6L9.4 8l2.6 3.8v2.6H4v-2.6L6.6 8 4 4.2z" fill="#ddf4ff" stroke="#9a6700"/><path d="M5.4 13.4h5.2L8 10z" fill="#bf8700"/>',
  "🟢": '<circle cx="8" cy="8" r="6.4" fill="#2da44e"/>',
  "🔴": '<circle cx="8" cy="8" r="6.4" fill="#cf222e"/>',
  "🟡": '<circle cx="8" cy="8" r="6.4" fill="#d4a72c"/>',
};

const NAMES: Record<string, string> = {
  "👀": "eyes",
  "🚀": "rocket",
  "❤": "heart",
  "😕": "confused",
  "🎉": "hooray",
  "👍": "+1",
  "👎": "-1",
};

const KNOWN = /[✅❌⚠⏭⏳🟢🔴🟡👀🚀❤😕🎉👍👎]\uFE0F?/gu;

export function drawEmoji(name: string): string {
  return `<svg class="icon emoji" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">${SHAPES[name] ?? ""}</svg>`;
}

/** Takes escaped text; the characters that are drawn stay in the title for those who cannot see. */
export function drawKnownEmoji(text: string): string {
  return text.replaceAll(KNOWN, (found) => {
    const character = found.replace("\uFE0F", "");
    return `<span title="${character}">${drawEmoji(NAMES[character] ?? character)}</span>`;
  });
}
