import { abandonBasket } from './abandon-basket.ts'
import { addItem } from './add-item.ts'
import { changeBasket } from './change-basket.ts'
import { changeItem } from './change-item.ts'
import { openBasket } from './open-basket.ts'
import { removeItem } from './remove-item.ts'
import { retrieveBasket } from './retrieve-basket.ts'

export const basketOperations = [
  openBasket,
  retrieveBasket,
  changeBasket,
  abandonBasket,
  addItem,
  changeItem,
  removeItem,
]
