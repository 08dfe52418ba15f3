// The contact page's map: puts OpenStreetMap's in the place of our drawing when asked to. Set into the page as it stands here.
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
