import type { Site } from '#src/ui/site.tsx'

/** Whether the site says any way to reach the people who run it. */
export const isReached = ({ contact, operator }: Pick<Site, 'contact' | 'operator'>) =>
  [contact.hasForm, contact.email, operator.phone, operator.whatsApp, operator.address].some(Boolean)
