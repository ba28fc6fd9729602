import type { Language } from '../kit/languages.ts'

export type CardWords = {
  loading: string
  goneWhy: string
  unreachedWhy: string
  offline: (time: string) => string
  member: string
  number: (number: string) => string
  code: (number: string) => string
  until: (day: string) => string
  forLife: string
  /** Why the gate does not take it. */
  standings: Record<string, string>
  void: string
  show: string
  payments: string
  paidOf: (paid: string, total: string) => string
  pay: (amount: string) => string
  askClub: string
  dueOn: (day: string) => string
  wasDue: (day: string) => string
  states: Record<string, string>
}

/** Of the card alone; what it shares with tickets is in `words`. */
export const cardWords: Record<Language, CardWords> = {
  en: {
    loading: 'Fetching your card',
    goneWhy: 'It was replaced or revoked. Use the newest link that you were sent, or ask your club.',
    unreachedWhy: 'This card was never opened on this device, so it cannot be shown without a network.',
    offline: (time) => `No network. Your code works all the same, as of ${time}.`,
    member: 'Member',
    number: (number) => `Member ${number}`,
    code: (number) => `QR code of member ${number}`,
    until: (day) => `Valid until ${day}`,
    forLife: 'Valid for life',
    standings: {
      unpaid: 'This membership is not paid. The gate does not let you in until it is.',
      overdue: 'A payment is overdue. The gate does not let you in until it is paid.',
      expired: 'This membership has ended.',
      cancelled: 'This membership is cancelled.',
    },
    void: 'Cancelled',
    show: 'The code is only for you: the first person who shows it is admitted.',
    payments: 'Payments',
    paidOf: (paid, total) => `${paid} of ${total} is paid.`,
    pay: (amount) => `Pay ${amount}`,
    askClub: 'Please ask your club how to pay.',
    dueOn: (day) => `Due on ${day}`,
    wasDue: (day) => `Was due on ${day}`,
    states: {
      paid: 'Paid',
      waived: 'Waived',
      cancelled: 'Not owed any more',
      submitted: 'Being paid',
    },
  },
  de: {
    loading: 'Ihr Ausweis wird geholt',
    goneWhy:
      'Er wurde ersetzt oder gesperrt. Nehmen Sie den neuesten Link, den Sie bekommen haben, oder fragen Sie Ihren Verein.',
    unreachedWhy: 'Dieser Ausweis war auf diesem Gerät noch nie offen und ist ohne Verbindung nicht zu sehen.',
    offline: (time) => `Keine Verbindung. Ihr Code gilt trotzdem, Stand ${time}.`,
    member: 'Mitglied',
    number: (number) => `Mitglied ${number}`,
    code: (number) => `QR-Code von Mitglied ${number}`,
    until: (day) => `Gültig bis ${day}`,
    forLife: 'Gültig auf Lebenszeit',
    standings: {
      unpaid: 'Diese Mitgliedschaft ist noch nicht bezahlt. Bis sie es ist, werden Sie am Eingang nicht eingelassen.',
      overdue: 'Eine Zahlung ist überfällig. Bis sie da ist, werden Sie am Eingang nicht eingelassen.',
      expired: 'Diese Mitgliedschaft ist abgelaufen.',
      cancelled: 'Diese Mitgliedschaft ist beendet.',
    },
    void: 'Beendet',
    show: 'Der Code gehört nur Ihnen: Wer ihn zuerst zeigt, wird eingelassen.',
    payments: 'Zahlungen',
    paidOf: (paid, total) => `${paid} von ${total} sind bezahlt.`,
    pay: (amount) => `${amount} zahlen`,
    askClub: 'Bitte fragen Sie Ihren Verein, wie Sie zahlen können.',
    dueOn: (day) => `Fällig am ${day}`,
    wasDue: (day) => `War fällig am ${day}`,
    states: {
      paid: 'Bezahlt',
      waived: 'Erlassen',
      cancelled: 'Nicht mehr geschuldet',
      submitted: 'Wird gerade bezahlt',
    },
  },
  es: {
    loading: 'Cargando tu carné',
    goneWhy: 'Fue sustituido o anulado. Usa el enlace más reciente que recibiste o pregunta a tu club.',
    unreachedWhy: 'Este carné nunca se ha abierto en este dispositivo, así que no se puede mostrar sin conexión.',
    offline: (time) => `Sin conexión. Tu código vale igualmente, según lo visto a las ${time}.`,
    member: 'Socio',
    number: (number) => `Socio ${number}`,
    code: (number) => `Código QR del socio ${number}`,
    until: (day) => `Válido hasta el ${day}`,
    forLife: 'Válido de por vida',
    standings: {
      unpaid: 'Este abono no está pagado. Hasta que lo esté no podrás entrar.',
      overdue: 'Hay un pago atrasado. Hasta que se pague no podrás entrar.',
      expired: 'Este abono ha terminado.',
      cancelled: 'Este abono está cancelado.',
    },
    void: 'Cancelado',
    show: 'El código es solo tuyo: entra quien lo enseña primero.',
    payments: 'Pagos',
    paidOf: (paid, total) => `Pagado: ${paid} de ${total}.`,
    pay: (amount) => `Pagar ${amount}`,
    askClub: 'Pregunta a tu club cómo pagar.',
    dueOn: (day) => `Vence el ${day}`,
    wasDue: (day) => `Venció el ${day}`,
    states: {
      paid: 'Pagado',
      waived: 'Condonado',
      cancelled: 'Ya no se debe',
      submitted: 'Se está pagando',
    },
  },
  fr: {
    loading: 'Chargement de votre carte',
    goneWhy: 'Il a été remplacé ou révoqué. Utilisez le dernier lien reçu ou demandez à votre club.',
    unreachedWhy: 'Cette carte n’a jamais été ouverte sur cet appareil : elle ne peut pas être affichée sans réseau.',
    offline: (time) => `Pas de réseau. Votre code reste valable, état à ${time}.`,
    member: 'Membre',
    number: (number) => `Membre ${number}`,
    code: (number) => `Code QR du membre ${number}`,
    until: (day) => `Valable jusqu’au ${day}`,
    forLife: 'Valable à vie',
    standings: {
      unpaid: 'Cette adhésion n’est pas encore payée. D’ici là, l’entrée vous sera refusée.',
      overdue: 'Un paiement est en retard. Tant qu’il manque, l’entrée vous sera refusée.',
      expired: 'Cette adhésion est terminée.',
      cancelled: 'Cette adhésion est annulée.',
    },
    void: 'Annulée',
    show: 'Ce code n’est qu’à vous : la première personne qui le montre entre.',
    payments: 'Paiements',
    paidOf: (paid, total) => `${paid} payés sur ${total}.`,
    pay: (amount) => `Payer ${amount}`,
    askClub: 'Demandez à votre club comment payer.',
    dueOn: (day) => `À payer le ${day}`,
    wasDue: (day) => `Était à payer le ${day}`,
    states: {
      paid: 'Payé',
      waived: 'Remis',
      cancelled: 'Plus dû',
      submitted: 'Paiement en cours',
    },
  },
  nl: {
    loading: 'Je kaart wordt opgehaald',
    goneWhy:
      'Hij is vervangen of ingetrokken. Gebruik de nieuwste link die je hebt gekregen, of vraag het aan je club.',
    unreachedWhy: 'Deze kaart is nog nooit op dit apparaat geopend en kan dus niet zonder netwerk worden getoond.',
    offline: (time) => `Geen netwerk. Je code werkt gewoon, stand van ${time}.`,
    member: 'Lid',
    number: (number) => `Lid ${number}`,
    code: (number) => `QR-code van lid ${number}`,
    until: (day) => `Geldig tot en met ${day}`,
    forLife: 'Levenslang geldig',
    standings: {
      unpaid: 'Dit lidmaatschap is niet betaald. Tot dan kom je er niet in.',
      overdue: 'Een betaling is te laat. Tot die betaald is, kom je er niet in.',
      expired: 'Dit lidmaatschap is afgelopen.',
      cancelled: 'Dit lidmaatschap is geannuleerd.',
    },
    void: 'Geannuleerd',
    show: 'De code is alleen van jou: wie hem het eerst laat zien, mag naar binnen.',
    payments: 'Betalingen',
    paidOf: (paid, total) => `${paid} van ${total} is betaald.`,
    pay: (amount) => `${amount} betalen`,
    askClub: 'Vraag je club hoe je kunt betalen.',
    dueOn: (day) => `Te betalen op ${day}`,
    wasDue: (day) => `Was te betalen op ${day}`,
    states: {
      paid: 'Betaald',
      waived: 'Kwijtgescholden',
      cancelled: 'Niet meer verschuldigd',
      submitted: 'Wordt betaald',
    },
  },
  da: {
    loading: 'Henter dit kort',
    goneWhy: 'Det er erstattet eller spærret. Brug det nyeste link, du har fået, eller spørg din klub.',
    unreachedWhy: 'Dette kort har aldrig været åbnet på denne enhed, så det kan ikke vises uden net.',
    offline: (time) => `Intet net. Din kode virker alligevel, pr. ${time}.`,
    member: 'Medlem',
    number: (number) => `Medlem ${number}`,
    code: (number) => `QR-kode for medlem ${number}`,
    until: (day) => `Gyldigt til og med ${day}`,
    forLife: 'Gyldigt på livstid',
    standings: {
      unpaid: 'Dette medlemskab er ikke betalt. Indtil da kommer du ikke ind.',
      overdue: 'En betaling er forfalden. Indtil den er betalt, kommer du ikke ind.',
      expired: 'Dette medlemskab er udløbet.',
      cancelled: 'Dette medlemskab er annulleret.',
    },
    void: 'Annulleret',
    show: 'Koden er kun din: Den første, der viser den, kommer ind.',
    payments: 'Betalinger',
    paidOf: (paid, total) => `${paid} af ${total} er betalt.`,
    pay: (amount) => `Betal ${amount}`,
    askClub: 'Spørg din klub, hvordan du kan betale.',
    dueOn: (day) => `Forfalder ${day}`,
    wasDue: (day) => `Forfaldt ${day}`,
    states: {
      paid: 'Betalt',
      waived: 'Eftergivet',
      cancelled: 'Skyldes ikke længere',
      submitted: 'Betales',
    },
  },
}
