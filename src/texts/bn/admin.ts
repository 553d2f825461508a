export * from './admin/desk.ts'
export * from './admin/imports.ts'
export * from './admin/people.ts'
export * from './admin/requests.ts'
