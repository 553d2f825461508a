/** What the prose says about this very site. */
export interface SiteFacts {
  brand: string
  /** The fee of a contact request in words; absent where payment is switched off. */
  fee: string | undefined
  hasMail: boolean
  hasPush: boolean
  /** Whether one can sign in with Google or another service. */
  hasOtherSignIn: boolean
  /** Whether the contact page leads anywhere: by its form, or to an address. */
  canWrite: boolean
  legalAge: { Male: string; Female: string }
  /** How many days something is kept, and of how many people a browser remembers that they were seen. */
  kept: { [What in 'sessionDays' | 'notificationDays' | 'marriedDays' | 'recentPeople']: string }
  /** How people are compared: what still meets a wish and how much it counts, and from how many percent on which word. */
  fit: {
    tolerance: { [What in 'age' | 'height' | 'weight']: string }
    counts: { [What in ComparedFact]: string }
    strong: string
    good: string
    /** Of so many people who meet all wishes others need not follow. */
    enough: string
  }
}

/** What of a person another's wish may be about. */
type ComparedFact =
  | ('age' | 'height' | 'weight')
  | ('division' | 'district' | 'occupation' | 'maritalStatus' | 'children' | 'education' | 'religion' | 'practice')

export interface Prose {
  title: string
  lead: string
  /** When it was last changed, in words. */
  changed: string
  /** Heading of the list of sections. */
  contents: string
  sections: {
    heading: string
    paragraphs: string[]
    list?: { term: string; text: string }[]
    /** Where to go from here. */
    link?: { page: 'browse' | 'contact' | 'account' | 'edit'; text: string }
  }[]
}
