/** Of how documents go to Peppol. */
export const auditPeppolFields: Record<string, string> = {
  access: 'Weg zu Peppol',
  peppol_id: 'Peppol-ID',
  new_token: 'Neuer Schlüssel',
  is_again: 'Erneut gesendet',
  url: 'Adresse',
  token: 'Schlüssel',
  contact_name: 'Ansprechperson',
  contact_phone: 'Telefon der Ansprechperson',
}
