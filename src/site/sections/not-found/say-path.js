// The 404 page's one line on the console: which path was asked for. Set into the page as it stands here.
console.error(`404: there is no page at ${location.pathname}`)
