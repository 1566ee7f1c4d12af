/** Coming in: the page keeps its key, which no other port of this machine can read, and goes on. */

const [key] = document.getElementsByName("key");
localStorage.setItem("key", key.getAttribute("content") ?? "");
location.replace("/");
