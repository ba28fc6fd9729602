import type { FastifyReply } from 'fastify'
import type { OrgId } from '../../access/principal.ts'
import { checkInvoice } from '../../platform/e-invoice/check-invoice.ts'
import { writeCii } from '../../platform/e-invoice/write-cii.ts'
import { writeUbl } from '../../platform/e-invoice/write-ubl.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { named } from '../../platform/http/file-name.ts'
import { OneOf } from '../../platform/http/schema.ts'
import type { PrintingDeps } from '../ticket-files/tickets-pdf.ts'
import type { StoredDocument } from './document.ts'
import { drawDocument } from './draw-document.ts'

export const xmlSyntax = OneOf(['ubl', 'cii'], { default: 'ubl', description: 'UBL 2.1 or UN/CEFACT D16B' })

export const xmlAnswer = {
  description: 'The document',
  content: { 'application/xml': { schema: { type: 'string' } } },
}

/** The pages of a document, in the turn of its organisation. */
export const sendPdf = (
  deps: Pick<PrintingDeps, 'typefaces' | 'printing'>,
  orgId: OrgId,
  { kind, label, issued_at: issuedAt, content }: StoredDocument,
  reply: FastifyReply,
) => sendDrawn(deps, orgId, label, () => drawDocument(deps.typefaces, { kind, label, issuedAt, content }), reply)

export async function sendDrawn(
  { printing }: Pick<PrintingDeps, 'printing'>,
  orgId: OrgId,
  name: string,
  draw: () => Promise<Buffer>,
  reply: FastifyReply,
) {
  const release = printing.take(orgId)
  try {
    const pdf = await draw()
    return reply
      .type('application/pdf')
      .header('content-disposition', named('inline', `${name}.pdf`))
      .send(pdf)
  } finally {
    release()
  }
}

/** Returns the e-invoice, or refuses if it breaks a rule of EN 16931 that a receiver checks. */
export function sendXml(document: StoredDocument, syntax: 'ubl' | 'cii' | undefined, reply: FastifyReply) {
  const { kind, label, content } = document
  if (kind === 'receipt') throw new ApiError('state_conflict', { message: 'A receipt has no e-invoice.' })
  const [broken] = checkInvoice(content.invoice)
  if (broken) {
    throw new ApiError('state_conflict', { message: `The rule ${broken.rule} is not kept: ${broken.problem}.` })
  }
  const xml = syntax === 'cii' ? writeCii(content.invoice) : writeUbl(content.invoice)
  return reply
    .type('application/xml')
    .header('content-disposition', named('attachment', `${label}.xml`))
    .send(xml)
}

/** Whether programs would take it. */
export const isEInvoice = ({ kind, content }: Pick<StoredDocument, 'kind' | 'content'>): boolean =>
  kind !== 'receipt' && checkInvoice(content.invoice).length === 0
