import { AccessPointRow } from '../../server/papers/peppol/peppol-access-point.ts'
import { CLUB, handToPeppol, VERFT } from '../builders/peppol.ts'
import { NOTHING } from '../builders/rows.ts'
import type { House, Tenant } from '../harness/house.ts'
import { issueInvoice } from './documents.ts'
import type { OperationExample } from './example.ts'

const body = {
  peppol_id: CLUB,
  access: 'http',
  url: 'https://access-point.example/invoices',
  token: 'the-key-from-your-provider',
  contact_name: 'Office',
  contact_phone: '+47 55 00 00 00',
  contact_email: 'office@club.example',
}

const withAccessPoint = async (house: House, tenant: Tenant) => {
  await handToPeppol(house, tenant)
  return {}
}

export const peppolExamples: Record<string, OperationExample> = {
  retrievePeppolAccessPoint: { rows: [AccessPointRow], make: withAccessPoint },
  setPeppolAccessPoint: {
    rows: [AccessPointRow],
    make: async () => ({ body, otherBody: { ...body, contact_name: 'Ada Okafor' }, notIds: ['body.peppol_id'] }),
  },
  testPeppolAccessPoint: { rows: [AccessPointRow], make: withAccessPoint },
  removePeppolAccessPoint: { rows: [AccessPointRow], make: withAccessPoint },
  deliverDocument: {
    rows: 'any',
    besides: ['customers:read'],
    make: async (house, tenant) => {
      const { documentId } = await issueInvoice(house, tenant)
      await handToPeppol(house, tenant)
      return {
        params: { document_id: documentId },
        ids: { 'params.document_id': NOTHING },
        body: { peppol_id: VERFT },
        otherBody: { peppol_id: '0192:923609016' },
        notIds: ['body.peppol_id'],
      }
    },
  },
}
