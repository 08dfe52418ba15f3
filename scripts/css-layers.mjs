/**
 * The cascade layer of a CSS module follows from its folder: a section of the site is in `pages`, a part of the forms or of the desk in `components`.
 * A module that names a layer itself has that one (src/ui, and what several sections or screens share). Old browsers skip a layer as a whole, so that
 * they show the site without any of our styles (README.md).
 */
export const cssLayers = {
  name: 'css-layers',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/(site\/sections|form-view|dashboard)\/.+\.module\.css(\?|$)/ },
    handler(code, id) {
      if (/^@layer /m.test(code)) return undefined
      return { code: `@layer ${id.includes('/src/site/') ? 'pages' : 'components'} {\n${code}}\n`, map: null }
    },
  },
}
