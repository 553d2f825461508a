// A static import would put what both homes share into a file of its own, and visitors on slow lines would wait for it.
export const { Counters, Finder, HowItWorks, PremiumMembers, parse } = await import('./home.page.tsx')
