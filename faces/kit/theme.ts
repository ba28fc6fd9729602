import { contrast, parseColour, standOut, TEXT_CONTRAST, textOn } from './contrast.ts'

/** As in tokens.css: what the colour must stand out from, the paper and, as text, also the washes upon it; and what is written on that. */
const SCHEMES = { light: { paper: '#e9e6dc', ink: '#1b2321' }, dark: { paper: '#22282a', ink: '#eef0ea' } }
/** Of the outline of what can be operated, against the page. */
const EDGE_CONTRAST = 3
/** Below that a colour would have to become another one in order to be read: yellow becomes olive. Then ink takes its place. */
const TINT_CONTRAST = 2.5

/**
 * The custom properties that put an organisation's colour in the place of ours; none where it is not a colour. As a ground it stays what it
 * is, with ink or paper on it, and an outline where the page would swallow it; as text it is as little darker or lighter as it must be.
 */
export function clubColours(hex: string | null | undefined): Record<string, string> {
  if (hex == null || !parseColour(hex)) return {}
  const properties: Record<string, string> = { '--club-fill': hex, '--club-text': textOn(hex) }
  for (const [scheme, { paper, ink }] of Object.entries(SCHEMES)) {
    const reached = contrast(hex, paper)
    properties[`--club-edge-${scheme}`] = reached >= EDGE_CONTRAST ? hex : ink
    properties[`--club-ink-${scheme}`] = reached >= TINT_CONTRAST ? standOut(hex, paper, TEXT_CONTRAST) : ink
  }
  return properties
}

export function applyTheme(root: { style: { setProperty(name: string, value: string): void } }, hex?: string | null) {
  for (const [name, value] of Object.entries(clubColours(hex))) root.style.setProperty(name, value)
}
