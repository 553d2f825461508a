// A static import would make a file of its own of what both homes share, which visitors on slow lines wait for.
export const { Counters, Finder, HowItWorks, PremiumMembers, parse } = await import('./home.page.tsx')
