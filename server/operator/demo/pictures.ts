/*
 * Pictures of the demo's events, drawn for it: each is a drawing in the address itself, as the club's crest is, so that the shop shows pictures
 * without asking any other server for them.
 */

/** The lit side of the sky, and the dark one. */
const SKIES = [
  ['#4c86e0', '#0a1f4d'],
  ['#7fa7e8', '#1b4f9c'],
  ['#e07a4c', '#571626'],
  ['#4cb58a', '#0d3b30'],
  ['#9a7fe8', '#26164f'],
  ['#e0b44c', '#5a2f0d'],
  ['#4cb3d6', '#0b3a57'],
  ['#d65b7a', '#3c1038'],
  ['#8fa3b8', '#1e2b3a'],
] as const

/** Scarves held up, beams over a stage, the lines of a pitch, floodlights over a stand: on sixteen by nine. */
const SCENES = {
  scarves: [0, 2.6, 5.2, 7.8, 10.4, 13, 15.6]
    .map((x) => `<path d="M${x} 0h1.2l-2 9h-1.2z" fill="#fff" opacity=".14"/>`)
    .join(''),
  beams: [2, 5, 8, 11, 14]
    .map((x) => `<path d="M${x} 9L${2 * x - 9} 0h2z" fill="#fff" opacity=".16"/>`)
    .concat('<path d="M0 8h16v1H0z" opacity=".45"/>')
    .join(''),
  pitch:
    '<path d="M-1 9L4 4h8l5 5z" fill="#1d7a45" opacity=".85"/><g fill="none" stroke="#fff" stroke-width=".08" opacity=".8"><path d="M8 4v5M-1 9L4 4h8l5 5"/><ellipse cx="8" cy="6.3" rx="2" ry=".8"/></g>',
  floodlights:
    '<g fill="#fff" opacity=".9"><circle cx="2.5" cy="2" r=".35"/><circle cx="3.4" cy="2" r=".35"/><circle cx="12.6" cy="2" r=".35"/><circle cx="13.5" cy="2" r=".35"/></g><path d="M2.9 2.4L0 9h7zM13.1 2.4L16 9H9z" fill="#fff" opacity=".13"/><path d="M0 7q8-1.6 16 0v2H0z" opacity=".4"/>',
}
export type Scene = keyof typeof SCENES

/** The picture of event number `n`: nine skies in turn. */
export function pictureOf(n: number, scene: Scene): string {
  const [lit, dark] = SKIES[n % SKIES.length] ?? SKIES[0]
  const sky = `<radialGradient id="s" cx=".3" cy=".15" r="1"><stop stop-color="${lit}"/><stop offset="1" stop-color="${dark}"/></radialGradient><path d="M0 0h16v9H0z" fill="url(#s)"/>`
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9" width="1600" height="900">${sky}${SCENES[scene]}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`
}

const MATCH_SCENES: Scene[] = ['floodlights', 'scarves', 'pitch']

/** A concert has its stage; matches take turns. */
export const sceneOf = (n: number, title: string): Scene =>
  title.startsWith('v ') || title.startsWith('Round ') ? (MATCH_SCENES[n % MATCH_SCENES.length] ?? 'pitch') : 'beams'
