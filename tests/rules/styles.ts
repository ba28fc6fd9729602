import { BREAKPOINTS } from '../../faces/kit/breakpoints.ts'
import type { SourceFile } from './source-files.ts'

/** Where colours are: the theme of all faces, and what works out an organisation's own. */
const COLOURS = ['faces/kit/tokens.css', 'faces/kit/contrast.ts', 'faces/kit/theme.ts']

const WIDTH = /\((?:min-|max-)?width\s*[:<>=]+\s*([^)]+)\)|@media[^{]*\b(\d[\w.]*)\s*[<>]=?\s*width/g

/** A page changes its shape at three widths, so that what stands beside each other changes together. */
export const breakpointFindings = (files: SourceFile[]): string[] =>
  files
    .filter(({ path }) => path.endsWith('.css'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/@media[^{]*/g)]
        .flatMap(([query]) => [...query.matchAll(WIDTH)])
        .map(([, width = '', before = '']) => (width || before).trim())
        .filter((width) => !Object.values(BREAKPOINTS).includes(width))
        .map((width) => `${path} has a breakpoint at ${width}: they are ${Object.values(BREAKPOINTS).join(', ')}`),
    )

const WRITTEN = String.raw`#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(`
const NAMED = /(?<![\w-])(?:black|white|red|green|blue|yellow|orange|purple|pink|gr[ae]y|silver|navy|teal)(?![\w-])/gi

/** A theme is one file: a designer who changes the look of a face, or checks its contrast, finds every colour there. */
export const colourFindings = (files: SourceFile[]): string[] =>
  files
    .filter(({ path }) => !COLOURS.includes(path) && !/(\.test|-fixture)\.tsx?$/.test(path))
    .flatMap(({ path, text }) => coloursIn(path, text).map((colour) => `${path} has the colour ${colour}`))

function coloursIn(path: string, text: string): string[] {
  if (!path.endsWith('.css'))
    // An example of what to type is no colour of the page.
    return [...text.replaceAll(/placeholder="[^"]*"/g, '').matchAll(new RegExp(`(?<=['"\`])(?:${WRITTEN})`, 'gi'))].map(
      ([colour]) => colour,
    )
  const values = [...text.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/:\s*([^;{}]+);/g)].map(([, value = '']) => value)
  return values.flatMap((value) =>
    [...value.matchAll(new RegExp(WRITTEN, 'gi')), ...value.matchAll(NAMED)].map(([colour]) => colour),
  )
}
