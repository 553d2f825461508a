export { ContactForOptions, contactForInput } from './contact-for-options.tsx'
export { CallButtons, EmailLink, PhoneLink } from './contact-links.tsx'
export { RequestPill } from './request-road.tsx'
