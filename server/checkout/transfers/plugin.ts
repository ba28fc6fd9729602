import { cancelTransferOrder } from './cancel-transfer-order.manage.ts'
import { changeTransferAccount } from './change-transfer-account.manage.ts'
import { extendTransferOrder } from './extend-transfer-order.manage.ts'
import { retrieveOwnTransfer } from './retrieve-own-transfer.ts'
import { retrieveTransferAccount } from './retrieve-transfer-account.manage.ts'

/** Orders that wait for a bank transfer. */
export const transferOperations = [
  retrieveTransferAccount,
  changeTransferAccount,
  retrieveOwnTransfer,
  extendTransferOrder,
  cancelTransferOrder,
]
