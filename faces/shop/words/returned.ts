import type { Language } from '../../kit/languages.ts'

type ReturnedWords = {
  paidTitle: string
  paidText(orderId: number, amount: string): string
  laterTitle: string
  laterText(day: string): string
  unfinishedTitle: string
  unfinishedText(time: string): string
  goOn: string
  another: string
  calledOffTitle: string
  tooLateTitle: string
  tooLate: string
  cancelledTitle: string
  failedTitle: string
  payAgain: string
  elsewhere(time: string): string
  expiredTitle: string
  expiredText: string
  refundedTitle: string
  refundedText(amount: string): string
}

/** Of the page that a buyer comes back to from their bank: they come with that page, and no other page loads them. */
export const returnedWords: Record<Language, ReturnedWords> = {
  en: {
    paidTitle: 'Paid. Thank you',
    paidText: (orderId, amount) => `Order ${orderId}, ${amount}, is paid. Your tickets are in your mail.`,
    laterTitle: 'Your money is on its way',
    laterText: (day) =>
      `Your bank has taken the payment, and it has not arrived yet. Your tickets are held until then, until ${day} at the latest. You need do nothing: we send them by mail.`,
    unfinishedTitle: 'The payment is not finished',
    unfinishedText: (time) => `Your tickets are held until ${time}. Finish the payment at your bank.`,
    goOn: 'Back to my bank',
    another: 'Pay another way',
    calledOffTitle: 'The payment was called off',
    tooLateTitle: 'This payment cannot be called off',
    tooLate: 'Your bank has taken it already. We tell you by mail what comes of it.',
    cancelledTitle: 'You cancelled the payment',
    failedTitle: 'The payment did not go through',
    payAgain: 'Nothing was charged, and your tickets are still held. You can pay another way.',
    elsewhere: (time) =>
      `Nothing was charged. Go on in the browser in which you chose your tickets: they are held until ${time}.`,
    expiredTitle: 'Your time is up',
    expiredText:
      'The payment was not finished in time, and your tickets went back on sale. If your bank takes the money all the same, you get tickets or the money back.',
    refundedTitle: 'The tickets were gone',
    refundedText: (amount) =>
      `The payment came after your tickets went back on sale, and others have bought them. You get ${amount} back.`,
  },
  de: {
    paidTitle: 'Bezahlt. Vielen Dank',
    paidText: (orderId, amount) => `Bestellung ${orderId} über ${amount} ist bezahlt. Ihre Tickets sind in Ihrer Mail.`,
    laterTitle: 'Ihr Geld ist unterwegs',
    laterText: (day) =>
      `Ihre Bank hat die Zahlung angenommen, sie ist aber noch nicht da. So lange sind Ihre Tickets reserviert, höchstens bis ${day}. Sie müssen nichts tun: Wir schicken sie per Mail.`,
    unfinishedTitle: 'Die Zahlung ist nicht abgeschlossen',
    unfinishedText: (time) => `Ihre Tickets sind bis ${time} reserviert. Schließen Sie die Zahlung bei Ihrer Bank ab.`,
    goOn: 'Zurück zu meiner Bank',
    another: 'Anders bezahlen',
    calledOffTitle: 'Die Zahlung ist abgebrochen',
    tooLateTitle: 'Diese Zahlung lässt sich nicht abbrechen',
    tooLate: 'Ihre Bank hat sie schon angenommen. Wir schreiben Ihnen, was daraus wird.',
    cancelledTitle: 'Sie haben die Zahlung abgebrochen',
    failedTitle: 'Die Zahlung hat nicht geklappt',
    payAgain: 'Es wurde nichts abgebucht, und Ihre Tickets sind noch reserviert. Sie können anders bezahlen.',
    elsewhere: (time) =>
      `Es wurde nichts abgebucht. Machen Sie in dem Browser weiter, in dem Sie Ihre Tickets gewählt haben: Sie sind bis ${time} reserviert.`,
    expiredTitle: 'Ihre Zeit ist abgelaufen',
    expiredText:
      'Die Zahlung wurde nicht rechtzeitig abgeschlossen, und Ihre Tickets sind wieder im Verkauf. Bucht Ihre Bank trotzdem ab, bekommen Sie Tickets oder das Geld zurück.',
    refundedTitle: 'Die Tickets waren weg',
    refundedText: (amount) =>
      `Die Zahlung kam, als Ihre Tickets wieder im Verkauf waren, und andere haben sie gekauft. Sie bekommen ${amount} zurück.`,
  },
  es: {
    paidTitle: 'Pagado. Gracias',
    paidText: (orderId, amount) => `El pedido ${orderId}, ${amount}, está pagado. Tus entradas están en tu correo.`,
    laterTitle: 'Tu dinero está en camino',
    laterText: (day) =>
      `Tu banco ha aceptado el pago, pero aún no ha llegado. Guardamos tus entradas hasta entonces, como máximo hasta el ${day}. No tienes que hacer nada: te las enviamos por correo.`,
    unfinishedTitle: 'El pago no está terminado',
    unfinishedText: (time) => `Guardamos tus entradas hasta las ${time}. Termina el pago en tu banco.`,
    goOn: 'Volver a mi banco',
    another: 'Pagar de otra manera',
    calledOffTitle: 'El pago se ha anulado',
    tooLateTitle: 'Este pago ya no se puede anular',
    tooLate: 'Tu banco ya lo ha aceptado. Te escribiremos con el resultado.',
    cancelledTitle: 'Has cancelado el pago',
    failedTitle: 'El pago no se ha realizado',
    payAgain: 'No se ha cobrado nada y tus entradas siguen guardadas. Puedes pagar de otra forma.',
    elsewhere: (time) =>
      `No se ha cobrado nada. Sigue en el navegador en el que elegiste tus entradas: están guardadas hasta las ${time}.`,
    expiredTitle: 'Se acabó el tiempo',
    expiredText:
      'El pago no se terminó a tiempo y tus entradas volvieron a la venta. Si tu banco cobra de todos modos, recibirás entradas o el dinero.',
    refundedTitle: 'Ya no quedaban las entradas',
    refundedText: (amount) =>
      `El pago llegó cuando tus entradas ya estaban otra vez a la venta y otros las compraron. Te devolvemos ${amount}.`,
  },
  fr: {
    paidTitle: 'Payé. Merci',
    paidText: (orderId, amount) =>
      `La commande ${orderId}, ${amount}, est payée. Vos billets sont dans votre boîte mail.`,
    laterTitle: 'Votre argent est en route',
    laterText: (day) =>
      `Votre banque a accepté le paiement, mais il n’est pas encore arrivé. Vos billets sont réservés jusque-là, au plus tard jusqu’au ${day}. Vous n’avez rien à faire : nous les envoyons par e-mail.`,
    unfinishedTitle: 'Le paiement n’est pas terminé',
    unfinishedText: (time) => `Vos billets sont réservés jusqu’à ${time}. Terminez le paiement auprès de votre banque.`,
    goOn: 'Retour à ma banque',
    another: 'Payer autrement',
    calledOffTitle: 'Le paiement est annulé',
    tooLateTitle: 'Ce paiement ne peut plus être annulé',
    tooLate: 'Votre banque l’a déjà accepté. Nous vous écrirons pour vous dire la suite.',
    cancelledTitle: 'Vous avez annulé le paiement',
    failedTitle: 'Le paiement n’a pas abouti',
    payAgain: 'Rien n’a été débité et vos billets sont toujours réservés. Vous pouvez payer autrement.',
    elsewhere: (time) =>
      `Rien n’a été débité. Continuez dans le navigateur où vous avez choisi vos billets : ils sont réservés jusqu’à ${time}.`,
    expiredTitle: 'Le temps est écoulé',
    expiredText:
      'Le paiement n’a pas été terminé à temps et vos billets ont été remis en vente. Si votre banque débite quand même, vous recevrez des billets ou un remboursement.',
    refundedTitle: 'Les billets n’étaient plus là',
    refundedText: (amount) =>
      `Le paiement est arrivé après la remise en vente de vos billets, et d’autres les ont achetés. ${amount} vous sont remboursés.`,
  },
  nl: {
    paidTitle: 'Betaald. Dank je wel',
    paidText: (orderId, amount) => `Bestelling ${orderId}, ${amount}, is betaald. Je tickets staan in je mail.`,
    laterTitle: 'Je geld is onderweg',
    laterText: (day) =>
      `Je bank heeft de betaling aangenomen, maar die is er nog niet. Zo lang houden we je tickets vast, uiterlijk tot ${day}. Je hoeft niets te doen: we sturen ze per mail.`,
    unfinishedTitle: 'De betaling is niet afgerond',
    unfinishedText: (time) => `We houden je tickets vast tot ${time}. Rond de betaling af bij je bank.`,
    goOn: 'Terug naar mijn bank',
    another: 'Anders betalen',
    calledOffTitle: 'De betaling is geannuleerd',
    tooLateTitle: 'Deze betaling kan niet meer worden geannuleerd',
    tooLate: 'Je bank heeft die al aangenomen. We mailen je hoe het afloopt.',
    cancelledTitle: 'Je hebt de betaling geannuleerd',
    failedTitle: 'De betaling is niet gelukt',
    payAgain: 'Er is niets afgeschreven en je tickets worden nog vastgehouden. Je kunt op een andere manier betalen.',
    elsewhere: (time) =>
      `Er is niets afgeschreven. Ga verder in de browser waarin je je tickets hebt gekozen: we houden ze vast tot ${time}.`,
    expiredTitle: 'Je tijd is om',
    expiredText:
      'De betaling is niet op tijd afgerond en je tickets zijn weer te koop. Schrijft je bank toch af, dan krijg je tickets of je geld terug.',
    refundedTitle: 'De tickets waren weg',
    refundedText: (amount) =>
      `De betaling kwam nadat je tickets weer te koop waren, en anderen hebben ze gekocht. Je krijgt ${amount} terug.`,
  },
  da: {
    paidTitle: 'Betalt. Tak',
    paidText: (orderId, amount) => `Ordre ${orderId}, ${amount}, er betalt. Dine billetter er i din mail.`,
    laterTitle: 'Dine penge er på vej',
    laterText: (day) =>
      `Din bank har taget imod betalingen, men den er ikke kommet endnu. Så længe holder vi dine billetter, senest til ${day}. Du skal ikke gøre noget: Vi sender dem på mail.`,
    unfinishedTitle: 'Betalingen er ikke færdig',
    unfinishedText: (time) => `Vi holder dine billetter til kl. ${time}. Gør betalingen færdig hos din bank.`,
    goOn: 'Tilbage til min bank',
    another: 'Betal på en anden måde',
    calledOffTitle: 'Betalingen er annulleret',
    tooLateTitle: 'Denne betaling kan ikke længere annulleres',
    tooLate: 'Din bank har allerede taget imod den. Vi skriver til dig, hvordan det går.',
    cancelledTitle: 'Du afbrød betalingen',
    failedTitle: 'Betalingen gik ikke igennem',
    payAgain: 'Der er ikke trukket noget, og vi holder stadig dine billetter. Du kan betale på en anden måde.',
    elsewhere: (time) =>
      `Der er ikke trukket noget. Fortsæt i den browser, hvor du valgte dine billetter: Vi holder dem til kl. ${time}.`,
    expiredTitle: 'Tiden er gået',
    expiredText:
      'Betalingen blev ikke færdig i tide, og dine billetter er til salg igen. Trækker din bank alligevel pengene, får du billetter eller pengene igen.',
    refundedTitle: 'Billetterne var væk',
    refundedText: (amount) =>
      `Betalingen kom, efter at dine billetter var til salg igen, og andre har købt dem. Du får ${amount} tilbage.`,
  },
}
