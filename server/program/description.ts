import { messageTypes, momentOfMessage, scopeOfMessage } from '../messages/webhooks/message-types.ts'
import packageJson from '../package.json' with { type: 'json' }
import { errorCatalogue } from './errors.ts'
import { messageSchema } from './payloads.ts'

/** The words of the OpenAPI document that belong to no operation. */
export const info = {
  title: 'Grandstand',
  version: packageJson.version,
  summary: 'Headless ticketing, membership and access control',
  description: [
    'One REST API over JSON for clubs, venues and promoters. Send an API key as `Authorization: Bearer <key>`;',
    'send bodies as a form or as JSON; every write takes an `Idempotency-Key`.',
    'What each error code means is at [/docs/errors](/docs/errors).',
  ].join(' '),
  license: { name: 'MIT', identifier: 'MIT' },
}

export const tags = [
  { name: 'Organisation', description: 'The organisation behind the key.' },
  { name: 'Pictures', description: 'Logos and pictures of events, uploaded.' },
  { name: 'Storefront', description: 'What the page of a shop shows, and the order of a buyer there.' },
  { name: 'Customers', description: 'The organisation’s own customers; never shared between organisations.' },
  { name: 'Venues', description: 'Venues and their gates.' },
  { name: 'Events', description: 'What takes place, when and where, from draft to archive.' },
  { name: 'Price lists', description: 'Categories and prices of an event, to be used again.' },
  { name: 'Prices', description: 'Price categories, the stock of an event, and the prices within them.' },
  { name: 'Membership catalogue', description: 'Membership categories, types and payment options.' },
  { name: 'Seat maps', description: 'Sections, rows and seats, and who has them.' },
  { name: 'Seasons', description: 'What memberships are for: days, events and season seats.' },
  { name: 'Members', description: 'Who has a membership, its state and its seat.' },
  { name: 'Baskets', description: 'From an empty basket to a paid order.' },
  { name: 'Discounts', description: 'Codes that lower the price of an order.' },
  { name: 'Tax rates', description: 'What prices, fees and memberships are taxed at, by the day of the supply.' },
  { name: 'Orders', description: 'What was bought, by whom, and what became of it.' },
  { name: 'Debts', description: 'What fans owe and are owed, and what pays it.' },
  { name: 'Bank', description: 'Statements of the organisation’s bank, and what their lines pay.' },
  { name: 'Payouts', description: 'What the payment provider has paid out, and whether the books say the same.' },
  { name: 'Documents', description: 'Invoices, receipts and credit notes, who issues them, and their numbers.' },
  { name: 'Box office', description: 'Tills, and links to pay by.' },
  {
    name: 'Ticket page',
    description: 'What the holder of a ticket sees and changes, by a secret and without an account.',
  },
  { name: 'Card page', description: 'What a member sees of their card, by a secret and without an account.' },
  { name: 'Tickets', description: 'Holders, barcodes and their QR codes.' },
  {
    name: 'Payments',
    description: 'The organisation’s account at the payment provider, and what the provider tells us.',
  },
  { name: 'Search', description: 'Anything by what a fan at the desk can say.' },
  { name: 'Sales figures', description: 'Sold, attended and earned, computed from the rows.' },
  { name: 'Gates', description: 'Devices, scans and what they add up to.' },
  { name: 'Single sign-on', description: 'A fan’s own orders and tickets, by the organisation’s own sign-in.' },
  { name: 'Mails', description: 'What buyers and holders are mailed, and in which words.' },
  { name: 'Webhooks', description: 'Endpoints, messages and their deliveries.' },
  { name: 'Team', description: 'Who works for the organisation, and as what.' },
  {
    name: 'Staff',
    description: 'People who work with the console, about themselves: signing in, sessions, passwords.',
  },
  { name: 'API keys', description: 'Keys of the organisation: who may call, and how often.' },
  { name: 'Audit log', description: 'Who changed what.' },
  {
    name: 'Runs',
    description: 'What is done with many orders, customers or members at once, and tags to find them by.',
  },
  { name: 'Exports', description: 'Whole lists as files.' },
  { name: 'Imports', description: 'Files of people, with a dry run.' },
  { name: 'Health', description: 'For load balancers.' },
]

/** What every refusal looks like; described once, referred to by every operation. */
export const errorSchema = {
  title: 'ApiError',
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      title: 'ApiErrorDetails',
      type: 'object',
      required: ['type', 'code', 'message', 'doc_url', 'request_id'],
      properties: {
        type: {
          type: 'string',
          'x-extensible-enum': [...new Set(Object.values(errorCatalogue).map(([, type]) => type))],
        },
        code: { type: 'string', 'x-extensible-enum': Object.keys(errorCatalogue) },
        message: { type: 'string', description: 'for a developer to read' },
        param: { type: 'string', description: 'the parameter it is about' },
        errors: {
          type: 'array',
          description: 'every problem of the request, where there may be several',
          items: {
            title: 'ParameterProblem',
            type: 'object',
            required: ['param', 'code', 'message'],
            properties: { param: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
          },
        },
        available: { type: 'integer', description: 'sold_out: how many can be had at this moment' },
        seat_ids: { type: 'array', items: { type: 'integer' }, description: 'the seats that it is about' },
        order_id: { type: 'integer', description: 'of a checkout: the order that there is already' },
        order_secret: { type: 'string', description: 'basket_already_checked_out: opens that order' },
        order_status: { type: 'string', description: 'of a checkout: how that order stands' },
        decline_code: { type: 'string', description: 'what the payment provider said' },
        refundable_amount: { type: 'number', description: 'how much of an order is left to refund' },
        event_status_id: { type: 'string', description: 'how the event stands' },
        doc_url: { type: 'string', format: 'uri' },
        request_id: { type: 'string' },
      },
    },
  },
}

/** What endpoints are sent. */
export const messages = messageTypes.map((type) => ({
  type,
  summary: `Sent to endpoints that subscribe to ${type}`,
  description: momentOfMessage(type),
  scope: scopeOfMessage(type),
  schema: messageSchema(type),
}))
