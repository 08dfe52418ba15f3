/**
 * The cascade layer of a CSS module follows from its folder: what many screens are composed of is in `parts`, a section of the site in `pages`, every
 * other part of the site, the forms and the desk in `components`. A module that names a layer itself has that one. Old browsers skip a layer
 * as a whole, so that they show the site without any of our styles (README.md).
 */
const layerOf = (id) => {
  const [, folder] = /\/src\/((?:dashboard\/)?ui|site\/sections)\//.exec(id) ?? []
  return folder === undefined ? 'components' : folder === 'site/sections' ? 'pages' : 'parts'
}

export const cssLayers = {
  name: 'css-layers',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/(ui|site\/(layouts|sections)|form-view|dashboard|features)\/.+\.module\.css(\?|$)/ },
    handler: (code, id) => (/^@layer /m.test(code) ? undefined : { code: `@layer ${layerOf(id)} {\n${code}}\n`, map: null }),
  },
}
