/**
 * Stands in the built pages where the public address is needed; the server puts the real one in its place when it loads them, so
 * that no setting enters the build.
 */
export const publicUrlPlaceholder = 'https://public-url.invalid'
