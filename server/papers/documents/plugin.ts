import { createDocumentSeries } from './create-document-series.manage.ts'
import { listDocumentSeries } from './list-document-series.manage.ts'
import { listDocuments } from './list-documents.manage.ts'
import { replaceDocumentSettings } from './replace-document-settings.manage.ts'
import { retrieveDocumentPdf } from './retrieve-document-pdf.manage.ts'
import { retrieveDocumentSettings } from './retrieve-document-settings.manage.ts'
import { retrieveDocumentXml } from './retrieve-document-xml.manage.ts'
import { retrieveProformaPdf } from './retrieve-proforma-pdf.manage.ts'
import { retrieveReminderPdf } from './retrieve-reminder-pdf.manage.ts'

export const documentOperations = [
  retrieveDocumentSettings,
  replaceDocumentSettings,
  listDocumentSeries,
  createDocumentSeries,
  listDocuments,
  retrieveDocumentPdf,
  retrieveDocumentXml,
]

/** What is printed beside the documents of an order: the offer before it and the reminder after it. */
export const letterOperations = [retrieveProformaPdf, retrieveReminderPdf]
