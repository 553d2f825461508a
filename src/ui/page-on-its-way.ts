import { createContext } from 'react'

/** Whether the page on the screen is an old one and the next is on its way; the router says so. */
export const IsNavigating = createContext(false)
