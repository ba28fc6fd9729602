import { ApiError, type ErrorCatalogue, type ErrorDetails } from '../platform/http/errors.ts'

/** Refusals of a payment, by its provider or before it is asked. */
export const paymentErrors = {
  card_declined: [402, 'payment_error', 'The card was declined.'],
  payment_failed: [402, 'payment_error', 'The payment failed.'],
  payment_method_invalid: [402, 'payment_error', 'The payment method cannot be used.'],
  payment_method_not_offered: [402, 'payment_error', 'This way to pay is not offered for this. Choose another one.'],
  payment_provider_unconfigured: [
    409,
    'conflict_error',
    'The organisation cannot be paid online yet. Nothing was charged.',
  ],
  payment_provider_error: [502, 'api_error', 'The payment provider could not be asked. Nothing was charged.'],
} as const satisfies ErrorCatalogue

export class PaymentError extends ApiError {
  constructor(code: keyof typeof paymentErrors, details: ErrorDetails = {}) {
    super(code, details, paymentErrors)
  }
}
