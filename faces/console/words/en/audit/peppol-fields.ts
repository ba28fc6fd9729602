/** Of how documents go to Peppol, as `auditFields`. */
export const auditPeppolFields: Record<string, string> = {
  access: 'Way into Peppol',
  peppol_id: 'Peppol ID',
  new_token: 'New key',
  is_again: 'Sent again',
  url: 'Address',
  token: 'Key',
  contact_name: 'Contact',
  contact_phone: 'Telephone of the contact',
}
