import { parseColour, standOut, TEXT_CONTRAST, textOn } from './contrast.ts'

/** As in tokens.css. What the colour must stand out from: the paper and, as text, also the washes upon it. */
const PAPER = { light: '#e9e6dc', dark: '#22282a' }
/** Of a button's ground against the page. */
const FILL_CONTRAST = 3

/** The custom properties that put an organisation's colour in the place of ours; none where it is not a colour. */
export function clubColours(hex: string | null | undefined): Record<string, string> {
  if (hex == null || !parseColour(hex)) return {}
  const properties: Record<string, string> = {}
  for (const [scheme, paper] of Object.entries(PAPER)) {
    const fill = standOut(hex, paper, FILL_CONTRAST)
    properties[`--club-fill-${scheme}`] = fill
    properties[`--club-text-${scheme}`] = textOn(fill)
    properties[`--club-ink-${scheme}`] = standOut(hex, paper, TEXT_CONTRAST)
  }
  return properties
}

export function applyTheme(root: { style: { setProperty(name: string, value: string): void } }, hex?: string | null) {
  for (const [name, value] of Object.entries(clubColours(hex))) root.style.setProperty(name, value)
}
