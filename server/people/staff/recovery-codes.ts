import { Type } from 'typebox'

export const RecoveryCodes = Type.Object(
  { recovery_codes: Type.Array(Type.String(), { description: 'each works once; shown this once' }) },
  { title: 'RecoveryCodes' },
)
