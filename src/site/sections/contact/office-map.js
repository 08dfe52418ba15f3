// The button of the map on the contact page: replaces our drawing with OpenStreetMap's map. The page contains this script inline, unchanged.
{
  const map = document.getElementById('map')
  const button = document.getElementById('map-load')
  button.hidden = false
  button.addEventListener('click', () => {
    const frame = document.createElement('iframe')
    frame.src = map.dataset.embed
    frame.title = map.dataset.title
    frame.referrerPolicy = 'no-referrer'
    map.replaceChildren(frame)
    frame.focus()
  })
}
