/**
 * Stripe.js as far as the shop calls it for wallets, in the place of the real one, which no test may load. It refuses what Stripe's reference
 * refuses: unknown options, lines that come to more than the amount, a click that is not answered at once, a token before `submit`, and a
 * second element of the kind. How Stripe's own script behaves today it does not show.
 */
export const stripeScript = (given: { has: string[]; tokens: string[]; owner: object }) => `
const given = ${JSON.stringify(given)}
const refuse = (text) => { console.error('IntegrationError: ' + text); throw new Error('IntegrationError: ' + text) }
const only = (what, options, names) => {
  for (const name of Object.keys(options)) if (!names.includes(name)) refuse(what + ' has no ' + name)
}
const OF_ELEMENTS = ['mode', 'amount', 'currency', 'setupFutureUsage', 'allowedPaymentMethodTypes', 'locale', 'appearance']
const OF_EXPRESS = ['business', 'emailRequired', 'billingAddressRequired', 'phoneNumberRequired', 'buttonHeight', 'layout', 'paymentMethodOrder', 'paymentMethods']
const NAMES = { applePay: 'Apple Pay', googlePay: 'Google Pay', link: 'Link' }
const TYPES = { applePay: 'apple_pay', googlePay: 'google_pay', link: 'link' }
const button = (text, press) => Object.assign(document.createElement('button'), { type: 'button', textContent: text, onclick: press })
const amountOf = (options) => {
  if (!Number.isInteger(options.amount) || options.amount <= 0) refuse('amount must be a positive whole number')
  if (!['card', 'link'].every((type) => type === 'link' || options.allowedPaymentMethodTypes.includes(type))) refuse('no card')
}
window.Stripe = Object.assign((key, options) => ({
  elements: (first) => {
    only('elements', first, OF_ELEMENTS)
    amountOf(first)
    const group = { options: first, submitted: false, express: undefined }
    group.update = (changed) => { only('update', changed, OF_ELEMENTS); group.options = { ...group.options, ...changed }; amountOf(group.options) }
    group.submit = async () => { group.submitted = true; return {} }
    group.create = (name, settings) => {
      const handlers = {}
      const on = (event, tell) => { handlers[event] = tell }
      if (name === 'payment')
        return { on, mount: (place) => place.append(Object.assign(document.createElement('p'), { textContent: 'card form of ' + key })) }
      if (name !== 'expressCheckout') refuse('no element ' + name)
      if (group.express) refuse('one Express Checkout Element for each elements')
      group.express = settings
      only('expressCheckout', settings, OF_EXPRESS)
      const wallets = given.has.filter((wallet) => settings.paymentMethods[wallet] !== 'never')
      const press = (wallet) => {
        let answered
        handlers.click({
          elementType: 'expressCheckout',
          expressPaymentType: TYPES[wallet],
          resolve: (details = {}) => { answered = details },
          reject: () => { answered = false },
        })
        if (answered === undefined) refuse('click is to be resolved within a second')
        if (!answered) return
        only('resolve', answered, ['lineItems', 'shippingRates', 'applePay'])
        const { amount, currency } = group.options
        const lines = answered.lineItems ?? []
        if (lines.some((line) => !Number.isInteger(line.amount)) || lines.reduce((sum, line) => sum + line.amount, 0) > amount)
          refuse('the line items come to more than the amount')
        open(lines.map((line) => line.name + ' ' + line.amount), amount + ' ' + currency, TYPES[wallet])
      }
      const open = (lines, total, expressPaymentType) => {
        group.submitted = false
        const sheet = document.createElement('dialog')
        sheet.setAttribute('aria-label', 'Wallet')
        for (const text of [...lines, total]) sheet.append(Object.assign(document.createElement('p'), { textContent: text }))
        const close = () => sheet.remove()
        sheet.append(
          button('Approve', () => { close(); handlers.confirm({ expressPaymentType, billingDetails: given.owner, paymentFailed: (why) => only('paymentFailed', why, ['reason', 'message']) }) }),
          button('Cancel', () => { close(); handlers.cancel?.({ elementType: 'expressCheckout' }) }),
        )
        document.body.append(sheet)
        sheet.showModal()
      }
      return {
        on,
        mount: (place) => queueMicrotask(() => {
          if (wallets.length > 0) place.append(...wallets.map((wallet) => button(NAMES[wallet], () => press(wallet))))
          const all = Object.fromEntries(Object.keys(NAMES).map((wallet) => [wallet, wallets.includes(wallet)]))
          handlers.ready({ elementType: 'expressCheckout', availablePaymentMethods: wallets.length > 0 ? all : undefined })
        }),
      }
    }
    return group
  },
  createConfirmationToken: async ({ elements }) => {
    if (!elements.submitted) refuse('elements.submit() comes first')
    return { confirmationToken: { id: given.tokens.shift(), payment_method_preview: { type: 'card' } } }
  },
  handleNextAction: ({ clientSecret }) => new Promise((resolve) => {
    const bank = button('Confirm at the bank', async () => {
      await window.answerBank(clientSecret)
      bank.remove()
      resolve({})
    })
    document.body.append(bank)
  }),
  registerAppInfo() {}, _registerWrapper() {},
}), { version: 3 })
`
