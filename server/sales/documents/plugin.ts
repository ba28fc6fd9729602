import { checkDocumentRecipient } from './check-document-recipient.manage.ts'
import { createDocumentSeries } from './create-document-series.manage.ts'
import { listDocumentSeries } from './list-document-series.manage.ts'
import { listDocuments } from './list-documents.manage.ts'
import { replaceDocumentSettings } from './replace-document-settings.manage.ts'
import { retrieveDocumentPdf } from './retrieve-document-pdf.manage.ts'
import { retrieveDocumentRecipient } from './retrieve-document-recipient.manage.ts'
import { retrieveDocumentSettings } from './retrieve-document-settings.manage.ts'
import { retrieveDocumentXml } from './retrieve-document-xml.manage.ts'
import { retrieveOwnRecipient } from './retrieve-own-recipient.ts'
import { retrieveProformaPdf } from './retrieve-proforma-pdf.manage.ts'
import { retrieveReminderPdf } from './retrieve-reminder-pdf.manage.ts'
import { setDocumentRecipient } from './set-document-recipient.manage.ts'

export const documentOperations = [
  retrieveDocumentSettings,
  replaceDocumentSettings,
  listDocumentSeries,
  createDocumentSeries,
  listDocuments,
  retrieveDocumentPdf,
  retrieveDocumentXml,
  retrieveDocumentRecipient,
  setDocumentRecipient,
  checkDocumentRecipient,
  retrieveOwnRecipient,
  retrieveProformaPdf,
  retrieveReminderPdf,
]
