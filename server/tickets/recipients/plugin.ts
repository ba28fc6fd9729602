import { checkDocumentRecipient } from './check-document-recipient.manage.ts'
import { retrieveDocumentRecipient } from './retrieve-document-recipient.manage.ts'
import { retrieveOwnRecipient } from './retrieve-own-recipient.ts'
import { setDocumentRecipient } from './set-document-recipient.manage.ts'

export const recipientOperations = [
  retrieveDocumentRecipient,
  setDocumentRecipient,
  checkDocumentRecipient,
  retrieveOwnRecipient,
]
