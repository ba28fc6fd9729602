import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

// It would fetch this from a network otherwise.
const wasm = await readFile(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } })

/** What a decoder that is not ours reads from what is on the screen. */
export async function readQr(element: Locator): Promise<string | undefined> {
  const [code] = await readBarcodes(await element.screenshot(), { formats: ['QRCode'], tryHarder: true })
  return code?.text
}
