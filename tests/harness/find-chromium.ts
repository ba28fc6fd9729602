import { access } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

/** The first two draw no windows, which every visit would otherwise open: 25 s of processor time for a file of the console instead of 35. */
const NAMES = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]

/** A Chromium of this machine: the one that CHROME names, or the first in PATH. It does not come with npm. */
export async function findChromium(): Promise<string | undefined> {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = process.env.CHROME ? [process.env.CHROME] : NAMES.flatMap((name) => folders.map((at) => join(at, name)))
  for (const path of paths) {
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      return path
  }
  if (process.env.GRANDSTAND_BROWSER === 'required')
    throw new Error('no Chromium in PATH or CHROME, and GRANDSTAND_BROWSER=required demands one')
  return undefined
}
