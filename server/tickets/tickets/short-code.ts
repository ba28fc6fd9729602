import { type Credential, credential } from '../../platform/http/guarded-fields.ts'
import { systemRandom } from '../../platform/values/random.ts'
import { drawTypedCode } from '../../platform/values/typed-code.ts'

/**
 * What a fan reads out where the barcode cannot be scanned: torn, wet, or a display that is cracked. A credential like the barcode, drawn with
 * the ticket and dead with it. That no two tickets have the same is the table's to hold: of 60 bits two are not drawn in a lifetime.
 */
export const drawShortCode = (): Credential => credential(drawTypedCode(systemRandom))
