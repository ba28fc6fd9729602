import { listTillReceipts } from './list-till-receipts.manage.ts'
import { retrieveTillReceiptPdf } from './retrieve-till-receipt-pdf.manage.ts'

export const tillReceiptOperations = [listTillReceipts, retrieveTillReceiptPdf]
