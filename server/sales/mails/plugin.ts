import { listCustomerMails, listOrderMails } from './list-order-mails.manage.ts'
import { liftMailSuppression, listMailSuppressions } from './mail-suppressions.manage.ts'
import { changeMail, listMails } from './mails.manage.ts'
import { previewMail } from './preview-mail.manage.ts'

export const mails = [
  listMails,
  changeMail,
  previewMail,
  listOrderMails,
  listCustomerMails,
  listMailSuppressions,
  liftMailSuppression,
]
