import type { SourceFile } from './source-files.ts'

/** An object within an object, spread into it: its fields could stand by themselves. */
const SPREAD = /\.\.\.\{/g
/** Two or more declarations as one of a tuple, whose values have nothing to do with each other. */
const TUPLE = /\b(?:const|let) \[[^\]=]+,[^\]=]+\] = \[/g

/** Whether the array that begins here is only taken apart: what is called on it makes it a list. */
function isTakenApart(text: string, start: number): boolean {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    if ('([{'.includes(text.charAt(at))) depth += 1
    if (')]}'.includes(text.charAt(at))) depth -= 1
    if (depth === 0) return !/^(?:\.| as\b)/.test(text.slice(at + 1, at + 5))
  }
  return false
}

/** How often statements or fields are packed to save lines. */
export const packedIn = ({ text }: SourceFile): number => {
  const tuples = [...text.matchAll(TUPLE)].filter((match) => isTakenApart(text, match.index + match[0].length - 1))
  return [...text.matchAll(SPREAD)].length + tuples.length
}
