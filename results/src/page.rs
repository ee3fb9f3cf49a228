//! Pages that need nothing but themselves: no network, no file beside them.

/// A page of HTML. What it is drawn with stands in it.
#[derive(Debug, Clone)]
pub struct Page<'p> {
    /// Its title, plain text.
    pub title: &'p str,
    /// What stands in its body, HTML: see [`escaped`].
    pub body: &'p str,
    /// What its scripts find, as JSON, in the element `data`.
    pub data: &'p serde_json::Value,
    /// How it looks, CSS.
    pub style: &'p str,
    /// What draws it, one after the other.
    pub scripts: &'p [&'p str],
}

/// ECharts, with which pages of charts are drawn.
pub const ECHARTS: &str = include_str!("../assets/echarts.min.js");
/// How pages of charts look.
pub const STYLE: &str = include_str!("../assets/page.css");

impl Page<'_> {
    /// The whole page.
    pub fn to_html(&self) -> String {
        // A text in it may contain `</script>`. In JSON, < occurs only in
        // strings, and so do control characters.
        let data = self.data.to_string().replace('<', "\\u003c");
        let data = bowline_harmless::json(&data);
        let (title, body, style) = (escaped(self.title), self.body, self.style);
        let scripts: Vec<_> = self.scripts.iter().map(|script| format!("<script>\n{script}</script>\n")).collect();
        let scripts = scripts.concat();
        format!(
            "<!DOCTYPE html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<meta name=\"generator\" content=\"bowline\">
<link rel=\"icon\" href=\"data:,\">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
{body}
<script type=\"application/json\" id=\"data\">{data}</script>
{scripts}</body>
</html>
"
        )
    }
}

/// Text for HTML, also between quotes; without control characters, which HTML
/// does not allow.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in bowline_harmless::text(text).chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_cannot_end_the_script_that_it_stands_in() {
        let data = serde_json::json!({ "name": "</script><script>alert(1)</script>&\"" });
        let page = Page { title: "<b>&\"'", body: "", data: &data, style: "", scripts: &[""] }.to_html();
        assert!(page.contains("<title>&lt;b&gt;&amp;&quot;&#39;</title>"));
        let start = page.find("id=\"data\">").unwrap() + "id=\"data\">".len();
        let end = start + page[start..].find("</script>").unwrap();
        assert_eq!(serde_json::from_str::<serde_json::Value>(&page[start..end]).unwrap(), data);
    }

    /// Nothing is fetched but what stands in the page.
    #[test]
    fn a_page_names_no_other_file() {
        let (data, scripts) = (serde_json::Value::Null, [ECHARTS, ""]);
        let page = Page { title: "", body: "", data: &data, style: STYLE, scripts: &scripts }.to_html();
        let page = page.replace(ECHARTS, "");
        assert!(page.len() < 5000 && !page.contains("src=") && !page.contains("@import") && !page.contains("url("));
    }
}
