import { listOperatorInvoices } from './list-operator-invoices.manage.ts'
import { retrieveOperatorInvoicePdf } from './retrieve-operator-invoice-pdf.manage.ts'

/** What the operator of the service has billed to the organisation, which reads it. */
export const operatorInvoiceOperations = [listOperatorInvoices, retrieveOperatorInvoicePdf]
