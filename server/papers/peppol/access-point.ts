/**
 * An organisation's way into Peppol: it takes a file, finds the receiver's access point and hands the file to it. Its provider knows the
 * network; this program knows documents.
 */
export type AccessPoint = {
  /** May be asked again with the same key, when an answer was lost: it is the same handing over, and has the same reference. */
  send(handing: Handing): Promise<Handed>
  stateOf(reference: string): Promise<DeliveryProgress>
  /** Whether it would take something; what is wrong, or null. */
  test(): Promise<string | null>
}

export type Handing = {
  /** UBL, as BIS Billing 3.0 wants it. */
  file: string
  /** Participant ids, as in 0192:991825827. */
  sender: string
  receiver: string
  documentType: string
  process: string
  key: string
  /** How often it was tried in vain. */
  attempts: number
}

/** It was taken, or never will be; or it is not known, so that it is tried again. */
export type Handed = { kind: 'taken'; reference: string } | NotTaken | Unavailable
export type DeliveryProgress = { kind: 'under_way' } | { kind: 'delivered' } | NotTaken | Unavailable

export type NotTaken = { kind: 'refused'; reason: 'refused' | 'not_registered'; problem: string | null }
export type Unavailable = { kind: 'unavailable'; problem: string }
