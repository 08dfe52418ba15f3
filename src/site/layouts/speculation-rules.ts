/** Fetches a page of ours when a pointer rests on its link or a finger touches it; nothing behind the sign-in, no files. */
export const speculationRules = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [{ href_matches: '/*' }, { not: { href_matches: ['/app', '/app/*', '/admin', '/api/*', '/*.*', '/*#*'] } }],
      },
      eagerness: 'moderate',
    },
  ],
})
