import { api } from '../parts/api.ts'

/** By what invoices are handed to Peppol; null while none are. */
export async function readAccessPoint() {
  const accessPoint = await api.documents.retrievePeppolAccessPoint()
  return accessPoint.access === null ? null : accessPoint
}
