/** The pages on which a helper exchanges a link for a session. */
export type HelperView =
  /** The link opens nothing. */
  | { readonly kind: 'none' }
  | { readonly kind: 'limited' }
  | { readonly kind: 'link'; readonly name: string; readonly address: string; readonly until: string }
  /** The admin is signed in here. */
  | { readonly kind: 'admin'; readonly name: string }
  | { readonly kind: 'code'; readonly address: string; readonly fault?: string }
  /** It was exchanged before. */
  | { readonly kind: 'used'; readonly address: string }
  | { readonly kind: 'mailed'; readonly address: string }
