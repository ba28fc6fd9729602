import { api, codeOf } from '../parts/api.ts'

/** By what invoices are handed to Peppol; null while none are. */
export const readAccessPoint = () =>
  api.documents.retrievePeppolAccessPoint().catch((error: unknown) => {
    if (codeOf(error) === 'resource_missing') return null
    throw error
  })
