/** Where OpenStreetMap's embeddable map of a place is: about 800 m across, with a mark on the place. */
export function embedAddress({ latitude, longitude }: { latitude: number; longitude: number }): string {
  const box = [longitude - 0.004, latitude - 0.0025, longitude + 0.004, latitude + 0.0025].map((degrees) => degrees.toFixed(5))
  const query = new URLSearchParams({ bbox: box.join(','), layer: 'mapnik', marker: `${latitude},${longitude}` })
  return `https://www.openstreetmap.org/export/embed.html?${query}`
}
