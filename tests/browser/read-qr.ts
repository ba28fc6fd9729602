import type { Locator } from 'playwright-core'
import { readBarcodes } from 'zxing-wasm/reader'

/** What a decoder that is not ours reads from what is on the screen. */
export async function readQr(element: Locator): Promise<string | undefined> {
  const png = await element.screenshot()
  const [code] = await readBarcodes(png, { formats: ['QRCode'], tryHarder: true })
  return code?.text
}
