import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'

const GAP = 8

/** Pictures of a folder on one sheet, each with its name, as the guides show them; a single one needs none. */
export async function writeSheet(
  browser: Browser,
  folder: string,
  names: string[],
  { look, file, columns, width }: { look: string; file: string; columns: number; width: number },
): Promise<void> {
  const figures = await Promise.all(
    names.map(async (name) => {
      const picture = (await readFile(join(folder, `${name}-${look}.png`))).toString('base64')
      const title = name.replaceAll('-', ' ')
      if (names.length === 1) return `<img width="${width}" src="data:image/png;base64,${picture}">`
      return `<figure><img width="${width}" src="data:image/png;base64,${picture}"><figcaption>${title}</figcaption></figure>`
    }),
  )
  const style = `body { margin: ${GAP}px; display: grid; grid-template-columns: repeat(${columns}, ${width}px); gap: ${GAP}px; background: #e4e4e0; font: 12px sans-serif }
    figure { margin: 0 } img { display: block } figcaption { padding-top: 2px; color: #222 }`
  const page = await browser.newPage({ viewport: { width: (width + GAP) * columns + GAP, height: 400 } })
  await page.setContent(`<style>${style}</style>${figures.join('')}`)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width: (width + GAP) * columns + GAP, height })
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 72 })
  await writeFile(join(folder, file), Buffer.from(data, 'base64'))
  await page.close()
}
