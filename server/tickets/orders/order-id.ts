const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const INTEGER = /^[0-9]{1,15}$/

export type OrderKey = { order_id?: number; order_uuid?: string }

/** An order goes by its number or by its UUID; other text names none. */
export function orderIdIn(text: string): OrderKey {
  if (UUID.test(text)) return { order_uuid: text.toLowerCase() }
  return INTEGER.test(text) ? { order_id: Number(text) } : {}
}
