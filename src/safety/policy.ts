import type { Viewer } from '#src/platform/http/viewer.ts'

/**
 * Whether somebody finds a biodata at all: the owner and administrators always, others while it is published and nobody
 * of the two has blocked the other (REQUIREMENTS R3, R4). Lists ask the database the same, see `published_biodata`.
 */
export function isVisibleTo(viewer: Viewer, biodata: { id: string; number: number; published: boolean }) {
  if (viewer.kind === 'visitor') return biodata.published
  if (viewer.userId === biodata.id || viewer.isAdmin) return true
  return biodata.published && !viewer.unseen.includes(biodata.number)
}
